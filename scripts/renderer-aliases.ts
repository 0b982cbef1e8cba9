import { fileURLToPath } from 'node:url'

/**
 * For every build of the window. The package's variant for browsers decodes character references with an element of the
 * page, which a worker has not; the other one has a table.
 */
export const RENDERER_ALIASES: Readonly<Record<string, string>> = {
  'decode-named-character-reference': fileURLToPath(
    new URL('../node_modules/decode-named-character-reference/index.js', import.meta.url),
  ),
}
