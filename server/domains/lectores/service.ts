import type { Db } from '../../platform/db/client'
import * as repo from './repo'
import * as credenciales from './repo-credenciales'

/** A reader by its mac or its id; undefined where there is none. */
export const findLector = (db: Db, cual: string | number) => repo.findLector(db, cual)

/** Readers of a company (null: of all) that have been heard before and are silent now, the last heard first. */
export const listLectoresSinSenal = (db: Db, empresa: number | null) => repo.listLectoresSinSenal(db, empresa)

/** Whether the reader, by the credential that it has now, speaks for the others of its company too. */
export const isPuente = (db: Db, lector: number) => credenciales.isPuente(db, lector)

/** What is kept of a credential's secret. */
export const hashDeClave = credenciales.hashDeClave

/** Credentials of these user names, with their readers. */
export const listCredenciales = (db: Db, usuarios: string[]) => credenciales.listCredenciales(db, usuarios)
