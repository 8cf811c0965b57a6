// The pages by the first word of their address, each loaded when somebody goes there.

export const PAGES = {
  new: () => import('./shell/NewTable.svelte'),
  table: () => import('./shell/TablePage.svelte'),
  replay: () => import('./replay/ReplayPage.svelte'),
  learn: () => import('./learn/Learn.svelte'),
  rules: () => import('./learn/RulesPage.svelte'),
  daily: () => import('./after/DailyPage.svelte'),
  statistics: () => import('./after/StatisticsPage.svelte'),
  lobby: () => import('./lobby/LobbyPage.svelte'),
  tables: () => import('./home/TablesPage.svelte'),
  build: () => import('./home/BuildPage.svelte'),
  open: () => import('./home/OpenPage.svelte'),
  tournaments: () => import('./tournaments/Tournaments.svelte'),
  people: () => import('./people/People.svelte'),
  alerts: () => import('./alerts/AlertsPage.svelte'),
  profile: () => import('./shell/Profile.svelte'),
  gallery: () => import('./gallery/Gallery.svelte'),
};
