// A position as a picture: what is on the screen, with its styles and drawings, in one SVG file; from that, a PNG.

/** The rules that hold on this page now. The picture has another width, so conditions are decided here. */
function rules(list: CSSRuleList): string[] {
  return [...list].flatMap((rule): string[] => {
    if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? rules(rule.cssRules) : [];
    if (rule instanceof CSSFontFaceRule) return [];
    return [rule.cssText];
  });
}

const dataUrl = (blob: Blob) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error ?? new Error('The picture cannot be made.'));
    reader.readAsDataURL(blob);
  });

/** A picture loads nothing from outside: the display face goes in with it. */
async function face(): Promise<string> {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (
        !(rule instanceof CSSFontFaceRule) ||
        !/U\+0+-FF\b|U\+0000-00FF/i.test(rule.style.getPropertyValue('unicode-range'))
      )
        continue;
      const url = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (!url) continue;
      const font = await fetch(new URL(url, sheet.href ?? location.href)).then((answer) => answer.blob());
      const family = rule.style.getPropertyValue('font-family');
      return `@font-face { font-family: ${family}; font-weight: 100 900; src: url(${await dataUrl(font)}) format("woff2"); }`;
    }
  }
  return '';
}

/** The element as an SVG file that stands alone. */
export async function drawing(node: HTMLElement): Promise<string> {
  const { width, height } = node.getBoundingClientRect();
  const ground = document.createElement('div');
  const look = getComputedStyle(document.body);
  ground.setAttribute(
    'style',
    `width:${width}px;height:${height}px;background:${look.backgroundColor};color:${look.color};font:${look.font};overflow:hidden`,
  );
  const style = document.createElement('style');
  style.textContent = [await face(), ...[...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules))].join('\n');
  const copy = node.cloneNode(true) as HTMLElement;
  // Controls are no part of a position, and what happens to be under the pointer is not either.
  for (const el of copy.querySelectorAll('[data-no-picture], .zoom, .sr')) el.remove();
  copy.style.width = `${width}px`;
  copy.style.height = `${height}px`;
  const sprites = [...document.querySelectorAll('svg.sprite')].map((sprite) => sprite.cloneNode(true));
  ground.append(style, ...sprites, copy);
  const root = document.documentElement;
  const data = Object.entries(root.dataset)
    .map(([key, value]) => ` data-${key}="${value}"`)
    .join('');
  const body = new XMLSerializer().serializeToString(ground);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${data} style="font-size:${getComputedStyle(root).fontSize}"><foreignObject width="100%" height="100%">${body}</foreignObject></svg>`;
}

export async function png(svg: string, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  const paper = canvas.getContext('2d')!;
  paper.scale(scale, scale);
  paper.drawImage(image, 0, 0);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture cannot be made.'))), 'image/png'),
  );
}

/** Hands a file to the person. */
export function save(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
