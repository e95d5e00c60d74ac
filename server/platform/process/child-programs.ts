/** Programs that the server starts as child processes, by name: the build makes `dist/server/NAME.js` of each. */
export const CHILD_PROGRAMS = {
  datos: 'server/operacion/datos/program.ts',
  libro: 'server/platform/import/libro.mjs',
  paginas: 'server/personas/manuales/pages.mjs',
  previsor: 'server/flujo/prevision/program.ts',
} as const

export type ChildProgram = keyof typeof CHILD_PROGRAMS
