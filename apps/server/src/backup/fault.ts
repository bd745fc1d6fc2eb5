/** Why a backup or restore cannot be done, in words for the user of the command. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}
