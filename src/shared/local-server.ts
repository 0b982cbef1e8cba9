/** A server of local models that answered on this machine. */
export interface LocalServer {
  /** The program that usually has this port: `Ollama`. */
  readonly name: string
  /** As in config.json: `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  /** The ids of its models, as it lists them. */
  readonly models: readonly string[]
}
