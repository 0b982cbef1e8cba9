#!/usr/bin/env node
// Starts the command line. Plain JavaScript, because any Node from 20 on must be able to read it: the built one if it is
// up to date, else the sources, and under the `node` package's Node when the running one is too old for what is started.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { buildIsCurrent } from './build-is-current.mjs'
import { useCompileCache } from './compile-cache.mjs'
import { isNewEnough, OLDEST_NODE } from './oldest-node.mjs'
import { overwriteEnvironment } from './overwrite-environment.mjs'

const PASSED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

const bin = dirname(fileURLToPath(import.meta.url))
const root = dirname(bin)
/** An installed package has no sources, and no Node of its own. */
const isInstalledPackage = !existsSync(join(root, 'src'))
const built = buildIsCurrent(root, ['out/main/cli.js'])
const entry = join(root, built ? 'out/main/cli.js' : 'src/main/cli.ts')
const nodeIsNewEnough = isNewEnough(process.versions.node)

hideSqliteWarning()
if (nodeIsNewEnough && (built || ('typescript' in process.features && process.features.typescript))) {
  process.argv[1] = entry
  if (built) useCompileCache(entry)
  await import(pathToFileURL(entry).href)
} else {
  runUnderNewerNode()
}

/** Node 22 and 24 print a warning when the module is loaded that locks the data directory, at each start. */
function hideSqliteWarning() {
  const emit = process.emitWarning
  process.emitWarning = (/** @type {readonly unknown[]} */ ...args) => {
    if (!String(args[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emit, process, args)
  }
}

function runUnderNewerNode() {
  if (isInstalledPackage) {
    process.stderr.write(
      `ikigai needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}. Install a newer one (https://nodejs.org), then start ikigai again.\n`,
    )
    process.exitCode = 2
    return
  }
  const watch = pathToFileURL(join(bin, 'exit-with-parent.mjs')).href
  const child = spawn(newerNode(), ['--import', watch, entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // This process only waits; keys would stay in its environment for as long as the other one runs.
  const names = Object.keys(process.env)
  for (const name of names) delete process.env[name]
  overwriteEnvironment(new Set(names))
  for (const signal of PASSED_ON) process.on(signal, () => passOn(signal, child))
  child.on('error', (error) => {
    process.stderr.write(
      `ikigai needs Node ${OLDEST_NODE} or newer, and the one that npm installed with it did not start: ${error.message}\n`,
    )
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  })
}

/**
 * At a terminal, Ctrl+C reaches both processes without our help, and a second one would mean impatience.
 * @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal
 * @param {import('node:child_process').ChildProcess} child
 */
function passOn(signal, child) {
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  if (signal !== 'SIGINT' || !atTerminal) child.kill(signal)
}

/** The binary of the `node` package, which `npm ci` puts beside the others. */
function newerNode() {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}
