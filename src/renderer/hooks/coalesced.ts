/** Returns a function that carries out the task, and once more if it was called while the task was under way. */
export function coalesced(task: () => Promise<void>): () => void {
  let isRunning = false
  let isOutdated = false
  async function run(): Promise<void> {
    isRunning = true
    do {
      isOutdated = false
      await task()
    } while (isOutdated)
    isRunning = false
  }
  return () => {
    if (isRunning) isOutdated = true
    else void run()
  }
}
