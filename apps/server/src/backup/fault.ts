/** What stops a backup or a restore, written for the person who typed the command. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}
