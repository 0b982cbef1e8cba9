import { fileURLToPath } from 'node:url'

/**
 * Aliases for every build of the window. The package's browser variant decodes character references with a DOM element,
 * which workers do not have; the other variant uses a table.
 */
export const RENDERER_ALIASES: Readonly<Record<string, string>> = {
  'decode-named-character-reference': fileURLToPath(
    new URL('../node_modules/decode-named-character-reference/index.js', import.meta.url),
  ),
}
