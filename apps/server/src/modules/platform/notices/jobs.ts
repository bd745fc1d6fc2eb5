export { mailNotices } from './mail.ts'
