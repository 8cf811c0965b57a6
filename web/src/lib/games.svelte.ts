// The games of this server, by their names, once it has told them.

import { games, type Game } from './client.ts';

export class Games {
  /** Nothing until they are known. */
  list: Game[] | null = $state.raw(null);

  constructor(onproblem: (problem: Error) => void = () => undefined) {
    games().then((found) => (this.list = found), onproblem);
  }

  find = (id: string) => this.list?.find((game) => game.id === id);
  nameOf = (id: string) => this.find(id)?.name ?? id;
}
