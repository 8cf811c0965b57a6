// What the home page says of the games, beside what the server tells.

export interface Facts {
  line: string;
  players: string;
  minutes: number;
  art: 'circle' | 'bazaar' | 'paths' | 'cards';
}

export const FACTS: Record<string, Facts> = {
  'knitting-circle': {
    line: 'Send your cat around the circle for yarn, then knit it into stripes and solids.',
    players: '1–4',
    minutes: 45,
    art: 'circle',
  },
  'arch-ravels': {
    line: 'Shop the yarn bazaar, craft what the projects ask for, and mind the tangled cat.',
    players: '2–4',
    minutes: 50,
    art: 'bazaar',
  },
  circuitous: {
    line: 'Build one winding path together. Most points on the shortest way wins.',
    players: '2–4',
    minutes: 30,
    art: 'paths',
  },
};
export const ORDER = ['knitting-circle', 'arch-ravels', 'circuitous'];
export const factsOf = (id: string): Facts =>
  FACTS[id] ?? { line: 'Played from its text.', players: '', minutes: 15, art: 'cards' };
