export { listMails, planMails, sendMails } from './code-mail.ts'
export { editSettings, querySettings, readEndUserLook, resetOwnTexts } from './end-user-page.ts'
export {
  exportExclusions,
  exportLeftOut,
  listFiles,
  openFileProgress,
  previewFile,
  readContent,
  startFile,
  writeLabel,
} from './file.ts'
export { inspectCode } from './inspect.ts'
export { addPlan, cancelPlanned, editPlanned, listPlanned, movePlanned, previewPlan } from './planned.ts'
export {
  addPreset,
  chooseStandard,
  editPreset,
  listPresets,
  removePreset,
  standardQrStyle,
  uploadLogo,
} from './preset.ts'
export { followPage, openPage, openPageFor, readPage, setPage } from './public-page.ts'
export { usesLogo } from './queries.ts'
export { writeSheet } from './sheet.ts'
export { queueCodeLetters, type WrittenLetter, writeCodeLetters } from './written-letter.ts'
