package bench

import "strings"

// What members of documents owe each other by x-bindery.checks, beside what the
// schemas say of each alone: values by the path of the member.

// settleTrajectory counts the iterations.
func settleTrajectory() func(at string, length int) (any, bool) {
	number := 0
	return func(at string, length int) (any, bool) {
		switch at {
		case "":
			number = 0
		case "/iterations/*/iteration_number":
			number++
			return number, true
		case "/metadata/total_iterations":
			return length, true
		case "/outcome/iterations_to_completion", "/quality_metrics/successful_iterations":
			return 1, true
		case "/quality_metrics/failed_iterations":
			return 0, true
		}
		return nil, false
	}
}

// settleState gives variables the name of their member, a value that any type
// has, and times that follow each other.
func settleState(at string, _ int) (any, bool) {
	early, late := "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z"
	switch at {
	case "/metadata/created_at":
		return early, true
	case "/metadata/last_updated_at":
		return late, true
	}
	name, member, ok := strings.Cut(strings.TrimPrefix(at, "/variables/"), "/")
	if !ok || !strings.HasPrefix(at, "/variables/") {
		return nil, false
	}
	switch member {
	case "name":
		return name, true
	case "value":
		return nil, true
	case "created_at":
		return early, true
	case "updated_at":
		return late, true
	}
	return nil, false
}

// settleReflection has few reflections and few tests.
func settleReflection(at string, _ int) (any, bool) {
	switch at {
	case "/memory_metadata/current_memory_size":
		return 0, true
	case "/memory_metadata/reflections_in_context", "/previous_reflections_used":
		return []int{}, true
	case "/context_injected":
		return false, true
	case "/self_reflection/credit_assignment/failing_action_indices/*":
		return 0, true
	case "/evaluator_output/metrics/tests_total":
		return 90_000, true
	case "/evaluator_output/metrics/tests_passed", "/evaluator_output/metrics/tests_failed":
		return 40_000, true
	}
	return nil, false
}
