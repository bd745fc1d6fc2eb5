export { freeLapsed } from './lapse.ts'
