/** UUID of a home. */
export type HomeId = string

/** A machine and an account on it: agents use its folders, its keys, its rules and its programs. */
export interface Home {
  readonly id: HomeId
  /** `user@host`. Only for display: two homes can have the same one. */
  readonly label: string
}

/** A home as another one sees it. */
export interface HomeState extends Home {
  /** When it was last known to use the database; ISO 8601, UTC. Null: not known. */
  readonly seenAt: string | null
  /** Whether an ikigai of it uses the database now. */
  readonly isOpen: boolean
}

/** Error text for what is left to an agent's home. `label`: of that home. */
export function leftToHome(label: string): string {
  return `The home of this agent is ${label}, and this is done there. A prompt that is sent here waits there until a user of that home sends it. To run the agent here with your keys and folders, take it over.`
}
