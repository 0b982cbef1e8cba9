import { Worker } from 'node:worker_threads'

import { advisedSurface } from '../shared/advice.ts'
import { errorMessage, refuse, type Result } from '../shared/result.ts'
import { roomProblem, scheduledFolder } from './adapters/backup/scheduled-folder.ts'
import type { Environment } from './adapters/environment/tool-environment.ts'
import type { BackupRunner, BackupWarnings } from './core/ports/backup-ports.ts'
import type { Config } from './core/ports/config-ports.ts'
import { parseBackupAnswer } from './adapters/backup/backup-answer.ts'
import { createDataBackup } from './data-backup.ts'

const STOPPED = 'It was stopped.'

/** Makes scheduled backups in a thread of their own, because hashes and compression take processor time. */
export function createBackupRunner({
  environment,
  config,
  dataDirectory,
}: {
  /** As it was at the start: with the password of the database and the passphrase of the backup. */
  readonly environment: Environment
  /** As configured now. */
  readonly config: Config
  readonly dataDirectory: string
}): BackupRunner {
  const backup = createDataBackup()
  return {
    folder: () => scheduledFolder(config, dataDirectory),
    lastMadeAt: (folder) => backup.lastMadeAt(folder, backup.environmentPassphrase),
    async make(folder, signal) {
      const problem = await roomProblem(folder)
      return problem === null ? runThread(folder, environment, signal) : refuse(problem)
    },
  }
}

async function runThread(
  folder: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<Result<BackupWarnings>> {
  if (signal.aborted) return parseBackupAnswer(STOPPED)
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: { folder, surface: advisedSurface() },
    env: environment,
  })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const stop = (): void => resolve(STOPPED)
  worker.once('message', resolve)
  worker.once('error', (error) => resolve(errorMessage(error)))
  worker.once('exit', () => resolve('Its thread ended.'))
  signal.addEventListener('abort', stop)
  const answer = parseBackupAnswer(await promise)
  signal.removeEventListener('abort', stop)
  await worker.terminate()
  return answer
}
