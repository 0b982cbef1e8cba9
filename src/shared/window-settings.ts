/** The settings that windows store in the engine, apart from drafts. */
export const WINDOW_SETTINGS = [
  'askedModels',
  'code_view',
  'comparisons',
  'day_notice',
  'density',
  'dismissals',
  'favouriteModels',
  'fold_pastes',
  'font_size',
  'fonts',
  'inspector',
  'language',
  'layout',
  'max_panes',
  'notifications',
  'recentCommands',
  'reviews',
  'shortcuts',
  'theme',
  'usagePage',
] as const
export type WindowSetting = (typeof WINDOW_SETTINGS)[number]
