/**
 * The click that a browser sends after a drag or a long press means nothing. It comes some milliseconds after the
 * release, if at all: it is awaited until something new begins, and not for long.
 */
export function swallowClick(from: EventTarget = window, patience = 500) {
  const end = () => {
    clearTimeout(late);
    from.removeEventListener('click', stop, { capture: true });
    from.removeEventListener('pointerdown', end, { capture: true });
  };
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
    end();
  };
  const late = setTimeout(end, patience);
  from.addEventListener('click', stop, { capture: true });
  from.addEventListener('pointerdown', end, { capture: true });
}
