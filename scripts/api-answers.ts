import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { buildIsCurrent } from '../bin/build-is-current.mjs'
import { ROOT } from './project.ts'

const FILE = join('out', 'api-answers.json')

/** JSON Schemas of what operations answer with, for the description of the HTTP API. Made when it is needed, not in git. */
export const API_ANSWERS = join(ROOT, FILE)

/** What goes into it, seen from the root: the types of the contract, and the program that reads them. */
const SOURCES = ['src/shared', 'scripts/answer-schemas.ts', 'scripts/answer-types.ts', 'package-lock.json']

/** Whether the file below `root` is there and no older than what goes into it. */
export function apiAnswersAreCurrent(root: string): boolean {
  return buildIsCurrent(root, [FILE], SOURCES)
}

/** Makes the file if it is missing or older than what goes into it, which takes seconds. Several may do so at a time. */
export async function makeApiAnswers(): Promise<void> {
  if (apiAnswersAreCurrent(ROOT)) return
  // Loads a compiler.
  const { answerSchemas } = await import('./answer-schemas.ts')
  writeWhole(API_ANSWERS, `${JSON.stringify(answerSchemas())}\n`)
}

/** Writes a file that nobody sees in part. */
function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(part, text)
    renameSync(part, path)
  } finally {
    rmSync(part, { force: true })
  }
}
