import type { en as English } from '../en/en.ts'
import { appearance } from './appearance.ts'
import { start } from './start.ts'

/** German. */
export const de: typeof English = { appearance, start }
