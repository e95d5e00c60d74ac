/** Programs that the server starts as child processes, by name: the build makes `dist/server/NAME.js` of each. */
export const CHILD_PROGRAMS = {
  libro: 'server/importar/libro.mjs',
  paginas: 'server/manuales/paginas.mjs',
  previsor: 'server/prevision/programa.ts',
} as const

export type ChildProgram = keyof typeof CHILD_PROGRAMS
