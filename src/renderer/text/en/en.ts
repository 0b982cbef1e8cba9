import { appearance } from './appearance.ts'
import { start } from './start.ts'

/** English. Its type says which texts every language has. */
export const en = { appearance, start }
