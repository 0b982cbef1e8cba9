import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'

import { adviseOn, SURFACES } from '../shared/advice.ts'
import { backupAnswer } from './adapters/backup/backup-answer.ts'
import { createDataBackup } from './data-backup.ts'

/** The thread of backup-runner.ts: makes one backup in the folder that it is given, and ends. */
const { folder, surface } = z.object({ folder: z.string(), surface: z.enum(SURFACES) }).parse(workerData)
adviseOn(surface)
const backup = createDataBackup()
const made = await backup.backUp(folder, backup.environmentPassphrase, false)
parentPort?.postMessage(backupAnswer(made))
