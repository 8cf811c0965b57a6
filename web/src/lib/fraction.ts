/** Points as they are written: quarters as fractions, a true minus. */
export const fraction = (points: number) => {
  const whole = Math.trunc(points),
    rest = Math.abs(points - whole);
  const part = { 0.25: '¼', 0.5: '½', 0.75: '¾' }[rest] ?? '';
  return `${points < 0 ? '−' : ''}${whole === 0 && part ? '' : Math.abs(whole)}${part}`;
};
