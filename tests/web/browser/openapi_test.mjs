// The description of the API is OpenAPI 3.1, by a reader that is not ours.

import { Validator } from "@seriousme/openapi-schema-validator";
import assert from "node:assert/strict";
import { test } from "node:test";

export function openapiTest(places) {
  test("the description of the API validates", async () => {
    const answer = await fetch(new URL("api/v1/openapi.json", places.address()));
    const validator = new Validator();
    const { valid, errors } = await validator.validate(await answer.json());
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, "3.1");
  });
}
