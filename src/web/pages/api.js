// Questions to the server.

import { address } from "./state.js";

export class Failure extends Error {
  constructor(status, message, parameter = null) {
    super(message);
    this.status = status;
    this.parameter = parameter;
  }
}

const MAX_RETRIES = 3;

/// The answer to a question as an object. `parameters`: pairs, an object or URLSearchParams.
export async function ask(path, parameters = [], signal = undefined) {
  const url = address(`/api/v1/${path}`, parameters);
  for (let attempt = 0; ; ++attempt) {
    const response = await get(url, signal);
    if (response.status === 503 && attempt < MAX_RETRIES) {
      await pause(1000 * (Number(response.headers.get("Retry-After")) || 1), signal);
      continue;
    }
    if (response.ok) return response.json();
    throw await failure(response);
  }
}

async function get(url, signal) {
  try {
    return await fetch(url, { signal, headers: { Accept: "application/json" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(0, "The server does not answer. Is 'ludex serve' still running?");
  }
}

async function failure(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    /* not from Ludex: the status has to do */
  }
  if (response.status === 414)
    return new Failure(414, "The address is too long for the server: give a part of the name, or fewer filters.");
  const message = error.message ?? `The server answered with status ${response.status}.`;
  return new Failure(response.status, message, error.parameter);
}

/// Asks for a file and stops when it begins to come. Throws what the server says against it.
export async function begins(url) {
  const controller = new AbortController();
  const response = await get(url, controller.signal);
  if (!response.ok) throw await failure(response);
  controller.abort();
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("", "AbortError"));
    });
  });
}

/// Asks one thing at a time: a newer question ends the older one, whose promise is rejected with an
/// AbortError.
export function channel() {
  let controller = null;
  const put = (path, parameters) => {
    controller?.abort();
    controller = new AbortController();
    return ask(path, parameters, controller.signal);
  };
  put.stop = () => controller?.abort();
  return put;
}

export const isAborted = (error) => error?.name === "AbortError";

/// The facts about the database, asked once.
let facts = null;
export function info() {
  facts ??= ask("info").catch((error) => {
    facts = null;
    throw error;
  });
  return facts;
}
