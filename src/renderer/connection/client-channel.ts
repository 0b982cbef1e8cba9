/** One open connection to the engine, independent of the transport. */
export interface ClientChannel {
  send(message: string): void
  onMessage(listener: (message: string) => void): void
  /** Calls every listener once when the connection ends, for whatever reason. */
  onClose(listener: () => void): void
  close(): void
}

/** Opens a connection. Rejects if that is not possible now; waits for a port that arrives late. */
export type OpenChannel = (signal: AbortSignal) => Promise<ClientChannel>
