export { listMails, planMails, sendMails } from './code-mail.ts'
export {
  listFiles,
  openFileProgress,
  previewFile,
  readContent,
  startFile,
  writeApart,
  writeLabel,
  writeLeft,
} from './file.ts'
export { inspectCode } from './inspect.ts'
export { addPreset, chooseStandard, editPreset, listPresets, removePreset, standardLook, uploadLogo } from './preset.ts'
export { followPage, openPage, readPage, setPage } from './public-page.ts'
