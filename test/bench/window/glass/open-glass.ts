import { fileURLToPath } from 'node:url'

import type { BrowserContext, Page } from '@playwright/test'

import { calm } from '../bench-page.ts'
import type { GlassKind, PaneBox } from './glass-page.ts'

/** What is served as the page. */
export const GLASS_ROOT = fileURLToPath(new URL('.', import.meta.url))
export const KIND_NAMES: Readonly<Record<GlassKind, string>> = {
  window: 'ikigai',
  bare: 'bare text nodes',
  peer: 'streamdown',
}

export interface GlassOptions {
  readonly url: string
  readonly kind: GlassKind
  readonly streams: number
  /** Of each stream. */
  readonly characters: number
  /** Where the panes of a baseline are. */
  readonly boxes?: readonly PaneBox[]
}

/** Opens the page with its streams, which have not begun. */
export async function openGlass(context: BrowserContext, options: GlassOptions): Promise<Page> {
  const { url, kind, streams, characters, boxes = [] } = options
  const page = await context.newPage()
  const query = { kind, streams: String(streams), characters: String(characters), boxes: JSON.stringify(boxes) }
  await page.goto(`${url}?${new URLSearchParams(query)}`)
  await page.waitForFunction((count) => document.querySelectorAll('[role="log"]').length >= count, streams)
  await calm(page)
  return page
}

/** Where the transcripts of a window are. */
export function paneBoxes(page: Page): Promise<readonly PaneBox[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="log"]')].map((log) => {
      const { left, top, width, height } = log.getBoundingClientRect()
      const text = log.querySelector('[data-event] p') ?? log
      return { left, top, width, height, textWidth: text.getBoundingClientRect().width }
    }),
  )
}
