import type { Result } from '../../../shared/result.ts'

/** What lies beside the manifest of a backup. */
export interface BackupSeal {
  readonly logId: string
  /** The SHA-256 of the file with the manifest, hexadecimal. */
  readonly manifest: string
  /** The signed note about it; null: there is none. */
  readonly note: string | null
}

/** What the signature of a backup shows. */
export interface BackupSignature {
  /**
   * `signed`: with the key. `unknown`: with one that it cannot be compared with. `unsigned`: not at all. `wrong`: what is
   * there is no signature of this backup, or not of the expected key.
   */
  readonly state: 'signed' | 'unknown' | 'unsigned' | 'wrong'
  /** Why it may have been replaced, in a sentence; null: nothing says so. */
  readonly problem: string | null
}

/** Whether a backup is proven to be of this machine, or of the key that the user named. Only such a one brings rights. */
export function isVerified({ state, problem }: BackupSignature): boolean {
  return state === 'signed' && problem === null
}

/** The signature of the backup that is being made. */
export interface BegunSignature {
  /** What the signature of the previous backup shows; null: there is none. */
  readonly previous: BackupSignature | null
  /** Returns the note. `manifest`: the SHA-256 of the file with the manifest, hexadecimal. */
  sign(manifest: string): string
  /** Notes that the signed backup is in place: an older one in its place is found from then on. */
  placed(): Promise<Result<null>>
}

/** Signs the backups in a folder with the key of this machine. */
export interface BackupSigner {
  /** `madeAt`: ISO time. An error says why nothing can be signed. */
  begin(
    logId: string,
    wishes: { readonly madeAt: string; readonly previous: BackupSeal | null },
  ): Promise<Result<BegunSignature>>
  /** Compares a backup in the folder with its signature and with what was signed before. `key`: PEM; null: that of this machine. */
  judge(seal: BackupSeal, key: string | null): Promise<BackupSignature>
}
