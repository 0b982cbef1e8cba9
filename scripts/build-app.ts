import { buildIsCurrent } from '../bin/build-is-current.mjs'
import { makeApiAnswers } from './api-answers.ts'
import { ROOT } from './project.ts'
import { runTool } from './run-program.ts'

const OUTPUTS = ['out/main/index.js', 'out/main/cli.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/** Builds main, preload and renderer into out/. Resolves to the exit code. */
export async function buildApp(): Promise<number> {
  await makeApiAnswers()
  return runTool('electron-vite', ['build', '--logLevel', 'warn'])
}

/** Builds if a source is newer than the last build. Resolves to the exit code, 0 also if there was nothing to do. */
export async function buildIfNeeded(): Promise<number> {
  if (buildIsCurrent(ROOT, OUTPUTS)) {
    await makeApiAnswers()
    return 0
  }
  console.error('Building…')
  return buildApp()
}
