import type { ForeignReport } from '../../../../shared/foreign-report.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { SessionImportStep } from '../../../../shared/session-import.ts'
import { FeedQueue } from '../../events/feed-queue.ts'

type RunImport = (onWritten: (done: number) => void) => Promise<Result<ForeignReport>>

/**
 * Runs an import and yields how far it is, and then its report or why it ended. `of`: how many conversations there are;
 * null: not known. A consumer that leaves waits until the import has ended, which its signal makes soon.
 */
export async function* importSteps(of: number | null, run: RunImport): AsyncGenerator<Result<SessionImportStep>> {
  const steps = new FeedQueue<Result<SessionImportStep>>()
  const saved = (done: number): void => steps.push(ok({ type: 'importing', done, of }))
  saved(0)
  const running = run(saved)
    .then((imported) => steps.push(imported.ok ? ok({ type: 'imported', report: imported.value }) : imported))
    .finally(() => steps.close())
  try {
    for await (const batch of steps.batches()) yield* batch
  } finally {
    await running
  }
}
