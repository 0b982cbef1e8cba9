import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { z } from 'zod'

/** Device-independent pixels. */
const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400).max(20_000),
  height: z.number().int().min(300).max(20_000),
})
const windowStateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() })

export type Bounds = Readonly<z.infer<typeof boundsSchema>>
/** Where the window was: `bounds` are those of the window that is not maximised. */
export type WindowState = Readonly<z.infer<typeof windowStateSchema>>

/** How much of the window's top must be on a screen for it to be found and dragged. */
const GRIP = { width: 100, height: 40 }

/** Null: none was kept, or it can't be read; a window then opens in its default place. */
export function readWindowState(path: string): WindowState | null {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Best effort: a window whose place can't be kept still closes. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(state))
  } catch {
    // Nothing depends on it, and there is nobody left to tell.
  }
}

/** A screen may be gone since: a window that could no longer be grabbed opens in its default place instead. */
export function isReachable(bounds: Bounds, screens: readonly Bounds[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x)
    const top = bounds.y >= screen.y && bounds.y + GRIP.height <= screen.y + screen.height
    return top && width >= GRIP.width
  })
}
