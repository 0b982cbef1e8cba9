import { fileURLToPath } from 'node:url'

const FOLDER = new URL('../../fixtures/wire/', import.meta.url)

/** Returns the absolute path of a file of recorded wire data. */
export function wireFixture(name: string): string {
  return fileURLToPath(new URL(name, FOLDER))
}
