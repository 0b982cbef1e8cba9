import type { Locator } from '@playwright/test'

/** The plain names of the models that the tests choose, by id. */
const NAMES = {
  'claude-haiku-4-5': 'Haiku 4.5',
  'claude-sonnet-4-5': 'Sonnet 4.5',
  'gemini-2.5-flash': 'Gemini 2.5 Flash',
  'gpt-5-mini': 'GPT-5 Mini',
} as const

/** Returns the name that the window shows for a model; its id where the catalogue has no other one. */
export function shownModel(id: string): string {
  return new Map<string, string>(Object.entries(NAMES)).get(id) ?? id
}

/** Returns the name of a model in the list of a search, which shows ids beside names, and when a model ends. */
export function foundModel(id: string): RegExp {
  const name = shownModel(id)
  const shown = name === id ? id : `${name} ${id}`
  return new RegExp(`^${shown.replaceAll('.', String.raw`\.`)}( |$)`)
}

/** Searches for a model in a dialog where several are ticked, and ticks it. */
export async function tickModel(dialog: Locator, id: string): Promise<void> {
  await dialog.getByRole('searchbox', { name: 'Search models' }).fill(id)
  await dialog.getByRole('checkbox', { name: foundModel(id) }).check()
}
