export { freeLapsed, reservationsDue } from './lapse.ts'
