// A picture of a piece that travels over the table while the piece itself stays where it is.

/**
 * A copy in a box that lies exactly over the piece, to be laid into a layer that is as large as the window; `without`
 * what is left out of it.
 */
export function picture(node: Element, without?: string): HTMLElement {
  const box = node.getBoundingClientRect();
  const frame = document.createElement('div');
  const { color, font } = getComputedStyle(node);
  Object.assign(frame.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  Object.assign(frame.style, { color, font });
  frame.append(node instanceof SVGElement && node.ownerSVGElement ? drawn(node, box) : copied(node, box));
  // Only a picture: it is no piece, glows for nobody and is not read out.
  for (const copy of [frame, ...frame.querySelectorAll('*')]) {
    copy.classList.remove('piece', 'glow', 'chosen', 'armed');
    for (const name of ['id', 'data-piece', 'data-anchor', 'data-drop', 'role', 'tabindex']) copy.removeAttribute(name);
    for (const name of [...copy.attributes]) if (name.name.startsWith('aria-')) copy.removeAttribute(name.name);
  }
  if (without) for (const each of frame.querySelectorAll<SVGElement>(without)) each.style.visibility = 'hidden';
  return frame;
}

/** A part of a drawing takes along how the drawing is placed and scaled. */
function drawn(node: SVGElement, box: DOMRect): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('width', String(box.width));
  svg.setAttribute('height', String(box.height));
  const group = document.createElementNS(svg.namespaceURI, 'g');
  const at = (node as SVGGraphicsElement).getScreenCTM();
  if (at) group.setAttribute('transform', `matrix(${at.a} ${at.b} ${at.c} ${at.d} ${at.e - box.x} ${at.f - box.y})`);
  const copy = node.cloneNode(true) as SVGElement;
  copy.removeAttribute('transform');
  group.append(copy);
  svg.append(group);
  return svg;
}

/** Drawings inside keep the size they have on the table, whatever gave it to them there. */
function copied(node: Element, box: DOMRect): Element {
  const copy = node.cloneNode(true) as HTMLElement;
  const drawings = [...node.querySelectorAll('svg')];
  for (const [i, each] of [...copy.querySelectorAll('svg')].entries()) {
    const { width, height } = drawings[i]!.getBoundingClientRect();
    if (width > 0 && !each.ownerSVGElement) Object.assign(each.style, { width: `${width}px`, height: `${height}px` });
  }
  Object.assign(copy.style, {
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    position: 'relative',
    inset: 'auto',
  });
  return copy;
}
