/** One open connection to the engine, whatever carries it. */
export interface ClientChannel {
  send(message: string): void
  onMessage(listener: (message: string) => void): void
  /** Every listener is called once, however the connection ended. */
  onClose(listener: () => void): void
  close(): void
}

/** Opens a connection. Rejects when there is none to be had now; a port that is promised but late just waits. */
export type OpenChannel = (signal: AbortSignal) => Promise<ClientChannel>
