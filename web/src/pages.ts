// The pages by the first word of their address, each loaded when somebody goes there.

export const PAGES = {
  new: () => import('./shell/NewTable.svelte'),
  table: () => import('./shell/TablePage.svelte'),
  replay: () => import('./replay/ReplayPage.svelte'),
  learn: () => import('./learn/Learn.svelte'),
  rules: () => import('./learn/RulesPage.svelte'),
  daily: () => import('./after/DailyPage.svelte'),
  statistics: () => import('./after/StatisticsPage.svelte'),
  tables: () => import('./home/Door.svelte'),
  open: () => import('./home/OpenPage.svelte'),
  profile: () => import('./shell/Profile.svelte'),
};
