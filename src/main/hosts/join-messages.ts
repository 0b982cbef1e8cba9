import { MESSAGE_SEPARATOR } from '../../shared/host-bridge.ts'

/**
 * Returns a function that joins the messages of one turn of the event loop and sends them as one, in order. Its promise
 * settles with that of the joined message.
 */
export function joinMessages(send: (joined: string) => Promise<void>): (message: string) => Promise<void> {
  let waiting: string[] = []
  let sent: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    const joined = waiting.join(MESSAGE_SEPARATOR)
    waiting = []
    sent = null
    await send(joined)
  }
  return (message) => {
    waiting.push(message)
    sent ??= flush()
    return sent
  }
}
