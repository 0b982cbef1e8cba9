/** A settled tool call as the log has it. */
export interface RecordedCall {
  readonly id: string
  readonly name: string
  readonly argumentsText: string
}
