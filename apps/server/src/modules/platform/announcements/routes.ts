import * as announcement from '@simwright/contract/platform/announcement'
import { type App, serve } from '../../../http/serve.ts'
import type { AnnouncementsServer as Server } from '../../../port/module.ts'
import {
  addAnnouncement,
  dismissAnnouncement,
  editAnnouncement,
  listAnnouncements,
  listCurrent,
  withdrawAnnouncement,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, announcement.current, ({ who }) => listCurrent(server, who))
  serve(app, announcement.dismiss, ({ who, input }) => dismissAnnouncement(server, who, input.id))
  serve(app, announcement.list, ({ input }) => listAnnouncements(server, input))
  serve(app, announcement.add, ({ who, input, once }) => addAnnouncement(server, who, { input, once }))
  serve(app, announcement.edit, ({ input }) => editAnnouncement(server, input))
  serve(app, announcement.withdraw, ({ input }) => withdrawAnnouncement(server, input))
}
