import { doctorJson, doctorReport } from "../doctor/doctor-report";
import { examine } from "../doctor/examine";
import { judge } from "../doctor/judge";
import { type Command, UsageError } from "./command";

/** `doctor`: what is wrong with the installation, and what to do about it. */
export const doctorCommand: Command = {
  usage: "[--json]",
  help: `Says what is wrong with this installation, with a cure for each. Changes nothing. Exit code 0: nothing; 1: something.
--json  Prints all complaints and notes as JSON, not only the first ten of each.`,
  failureCode: 1,

  async run(args, context) {
    const unknown = args.find((argument) => argument !== "--json");
    if (unknown !== undefined) throw new UsageError(`The argument ${unknown} is unknown`);
    const seen = await examine(context);
    const complaints = judge(seen);
    context.print(args.includes("--json") ? doctorJson(complaints, seen) : doctorReport(complaints, seen));
    return complaints.length === 0 ? 0 : 1;
  },
};
