import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'

import { backupAnswer } from './adapters/backup/backup-answer.ts'
import { createDataBackup } from './data-backup.ts'

/** The thread of backup-runner.ts: makes one backup in the folder that it is given, and ends. */
const folder = z.string().parse(workerData)
const backup = createDataBackup()
const made = await backup.backUp(folder, backup.environmentPassphrase, false)
parentPort?.postMessage(backupAnswer(made))
