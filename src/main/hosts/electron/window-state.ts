import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { z } from 'zod'
import { makeFolder } from '../../make-folder.ts'

/** Device-independent pixels. */
const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400).max(20_000),
  height: z.number().int().min(300).max(20_000),
})
const windowStateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() })

export type Bounds = Readonly<z.infer<typeof boundsSchema>>
/** The window's position: `bounds` are those of the window when it is not maximised. */
export type WindowState = Readonly<z.infer<typeof windowStateSchema>>

/** How much of the window's top must be on a screen for the user to find and drag it. */
const GRIP = { width: 100, height: 40 }

/** Null: no position was saved, or it cannot be read; the window then opens at its default position. */
export function readWindowState(path: string): WindowState | null {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Does not fail: a window whose position cannot be saved still closes. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    makeFolder(dirname(path))
    writeFileSync(path, JSON.stringify(state))
  } catch {
    // The position is not essential, and the app is closing.
  }
}

/** Returns whether the window can still be dragged. If its screen is gone, it opens at its default position. */
export function isReachable(bounds: Bounds, screens: readonly Bounds[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x)
    const top = bounds.y >= screen.y && bounds.y + GRIP.height <= screen.y + screen.height
    return top && width >= GRIP.width
  })
}
