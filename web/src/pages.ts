// The pages by the first word of their address, each loaded when somebody goes there.

/** Pages that few begin with: what is sent first knows one door to all of them. */
const door = () => import('./home/Door.svelte');
export const BEHIND_THE_DOOR = {
  alerts: door,
  build: door,
  gallery: door,
  lobby: door,
  open: door,
  people: door,
  profile: door,
  statistics: door,
  tables: door,
  tournaments: door,
};

export const PAGES = {
  new: () => import('./shell/NewTable.svelte'),
  table: () => import('./shell/TablePage.svelte'),
  replay: () => import('./replay/ReplayPage.svelte'),
  learn: () => import('./learn/Learn.svelte'),
  rules: () => import('./learn/RulesPage.svelte'),
  daily: () => import('./after/DailyPage.svelte'),
  ...BEHIND_THE_DOOR,
};
