/** The app that an MCP server offers for the results of a tool (MCP Apps). Everything in it is data of the server. */
export interface ToolApp {
  readonly html: string
  /** Network addresses that the app asked for. None is granted. */
  readonly refused: readonly string[]
}
