// A link that somebody sent, handed to the installed page by the device: which page of ours it means.

/** Pages that are worth sending. */
const PAGES = /^\/(table|replay|daily|rules|new|learn|tournaments)(\/[\w.%-]+){0,2}\/?$/;

/**
 * Where a shared text leads on this server: the first link to one of its pages, wherever it stands, since some devices
 * put it into the text. Links to other servers lead nowhere here: nobody is sent away by what a message says.
 */
export function addressIn(shared: readonly (string | null)[], origin: string): string | null {
  const links = shared.flatMap((text) => text?.match(/https?:\/\/[^\s<>"']+/g) ?? []);
  for (const link of links) {
    // A full stop after a link belongs to the sentence.
    const url = parsed(link.replace(/[.,;:!?)]+$/, ''));
    if (url?.origin === origin && PAGES.test(url.pathname)) return url.pathname + url.search;
  }
  return null;
}

function parsed(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
