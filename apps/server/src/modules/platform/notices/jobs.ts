export { mailNotices } from './mail.ts'
export { noticeMailsDue } from './mail-queries.ts'
