import type { Page } from '@playwright/test'

import type { OpenDialog } from '../../../src/renderer/store/dialog-store.ts'
import { pasteFiles } from '../../support/attach-in-window.ts'
import { samplePdf, samplePng } from '../../support/sample-files.ts'

export type DialogType = Exclude<OpenDialog['type'], 'none'>

/** A state of the window that a user may be looking at, and the way to it from the page of its world. */
export interface PreviewView {
  readonly name: string
  /** The world's query; empty: the busy one. */
  readonly query: string
  /** Escape leads back to what was there before. */
  readonly isDialog: boolean
  /** The dialog that it opens; null: none of `OpenDialog`. */
  readonly dialog: string | null
  /** What the view adds to one of the others, as a selector; null: it is a view of its own. */
  readonly part: string | null
  open(page: Page): Promise<void>
}

export const NAME = 'Tokens for the gateway'

export async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  // It stays open where it knows no such command.
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' })
}

export async function compareAll(page: Page): Promise<void> {
  for (const name of [/aaaa00/, /bbbb00/, /cccc00/]) {
    await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
  }
  await page.getByRole('button', { name: 'Compare 3 agents' }).click()
  await page.getByRole('textbox', { name: /^Prompt to all/ }).waitFor()
}

export async function openColumnMenu(page: Page, item: RegExp): Promise<void> {
  await compareAll(page)
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function openMessageMenu(page: Page): Promise<void> {
  const pane = page.getByRole('region', { name: `Agent ${NAME}` })
  await pane.getByRole('article', { name: 'Your prompt' }).last().hover()
  await pane.getByRole('button', { name: 'More actions' }).last().click()
}

export const view = (name: string, open: PreviewView['open'], query = ''): PreviewView => ({
  name,
  query,
  isDialog: false,
  dialog: null,
  part: null,
  open,
})
export const dialog = (name: string, open: PreviewView['open'], query = ''): PreviewView => ({
  ...view(name, open, query),
  isDialog: true,
  part: '[role="dialog"]',
})
export const popup = (name: string, part: string, open: PreviewView['open']): PreviewView => ({
  ...view(name, open),
  isDialog: true,
  part,
})
export const addition = (name: string, part: string, open: PreviewView['open'], query = ''): PreviewView => ({
  ...view(name, open, query),
  part,
})
export const MENU = '[role="menu"]'

/** Attaches files of several kinds to a prompt whose model sees no pictures. */
export async function attachFiles(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: `Prompt to ${NAME}` })
  const pane = page.getByRole('region', { name: `Agent ${NAME}` })
  await pasteFiles(box, [
    { name: 'screen.png', type: 'image/png', bytes: samplePng(320, 200) },
    { name: 'plan.pdf', type: 'application/pdf', bytes: samplePdf(['Plan']) },
    { name: 'photo.heic', type: 'image/heic', bytes: Buffer.from('ftypheic') },
  ])
  await pane.getByRole('button', { name: /^screen\.png/ }).waitFor()
  await pane.getByRole('alert').waitFor()
}

/** Shows the pages of a PDF of a prompt beside its conversation. */
export async function showPdf(page: Page): Promise<void> {
  const bytes = samplePdf(['Tides of the week', 'High water', 'Low water'])
  const box = page.getByRole('textbox', { name: `Prompt to ${NAME}` })
  await pasteFiles(box, [{ name: 'tides.pdf', type: 'application/pdf', bytes }])
  await page.getByRole('button', { name: /^tides\.pdf/ }).click()
  await page.getByRole('button', { name: 'Show beside' }).click()
  await page.getByRole('img', { name: 'Page 1' }).waitFor()
}
