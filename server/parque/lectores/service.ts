import type { Db } from '../../platform/db/client'
import * as repo from './repo'
import * as credenciales from './repo-credenciales'

/** A reader by mac or id; undefined: there is none. */
export const findLector = (db: Db, cual: string | number) => repo.findLector(db, cual)

/** Readers of a company (null: of all) that were heard before and are silent now, the most recent first. */
export const listLectoresSinSenal = (db: Db, empresa: number | null) => repo.listLectoresSinSenal(db, empresa)

/** Whether the reader's present credential also speaks for the other readers of its company. */
export const isPuente = (db: Db, lector: number) => credenciales.isPuente(db, lector)

/** The stored hash of a credential's secret. */
export const hashDeClave = credenciales.hashDeClave

/** Credentials with these user names, with their readers. */
export const listCredenciales = (db: Db, usuarios: string[]) => credenciales.listCredenciales(db, usuarios)
