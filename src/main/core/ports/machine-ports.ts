/** A program of the system that can be added to it. */
export type SystemPackage = 'bubblewrap' | 'gnome-keyring'

/** What only the machine knows of what ikigai needs. Nothing is changed by asking. */
export interface MachineProbe {
  /** The version of the Node that runs the engine. */
  readonly node: string
  /** Returns why commands in a folder are not confined; null: they are. */
  sandboxProblem(folder: string): Promise<string | null>
  /** Returns why agents cannot work in a folder; null: they can, or it can be made. */
  folderProblem(folder: string): Promise<string | null>
  /** Bytes that are free where the data is; null: unknown. */
  freeBytes(): Promise<number | null>
  /** Returns the command that adds a package; null: this system has none that is known. */
  installCommand(name: SystemPackage): string | null
}
