import type { AppError } from '../../../shared/app-error.ts'
import { hideSecrets } from '../../../shared/known-secrets.ts'
import type { TurnLoop } from './turn-loop.ts'
import type { TurnServices } from './turn-services.ts'

/** An exception that nothing has caught, as it was written down. */
export interface CaughtError {
  readonly message: string
  /** The file that has its stack; null: it could not be written. */
  readonly file: string | null
  /** Whether it is the first of its kind. */
  readonly isNew: boolean
}

/** What exceptions that nothing has caught mean for turns (docs/behaviour/errors.md#what-a-failure-costs). */
export class StrayErrors {
  readonly #services: TurnServices
  readonly #loop: TurnLoop

  constructor(services: TurnServices, loop: TurnLoop) {
    this.#services = services
    this.#loop = loop
  }

  /** Must be called in the scope of what threw. Returns the name of the agent whose turn ends; null: no turn does. */
  onError(caught: CaughtError): string | null {
    const { turnScopes, registry, clock } = this.#services
    const { file, isNew } = caught
    const message = hideSecrets(caught.message)
    const turn = turnScopes.current()
    const agent =
      turn !== null && this.#loop.fail(turn, turnError({ ...caught, message }))
        ? registry.tree.get(turn.agentId)
        : undefined
    if (isNew) registry.setStrayError({ message, file, agentId: agent?.id ?? null, reopened: false, at: clock.now() })
    return agent?.name ?? null
  }

  /** This engine has replaced one whose state could not be trusted after an exception. */
  showReopened(message: string): void {
    const { registry, clock } = this.#services
    registry.setStrayError({
      message: hideSecrets(message),
      file: null,
      agentId: null,
      reopened: true,
      at: clock.now(),
    })
  }
}

function turnError({ message, file }: CaughtError): AppError {
  const report = file === null ? '' : ` Please report it with ${file}.`
  return {
    category: 'UNKNOWN',
    message: `The turn stopped because of an internal error: ${message}. Your messages are saved. Send the prompt again.${report}`,
    retryable: false,
  }
}
